from tests.forks import forked_children as forked_children
