import pytest

# Fitting needs more than running does; `make test` installs it.
for package in ("catboost", "sklearn", "scipy", "rapidfuzz"):
    pytest.importorskip(package, reason=f"{package} is missing: pip install 'maintext[train]'")
