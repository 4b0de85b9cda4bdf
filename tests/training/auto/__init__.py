import pytest

# Fitting needs more packages; `make test` installs them.
for package in ("catboost", "sklearn", "scipy", "rapidfuzz"):
    pytest.importorskip(package, reason=f"{package} is missing: pip install 'maintext[train]'")
