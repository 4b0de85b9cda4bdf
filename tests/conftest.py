from hypothesis import settings

# How long one example takes depends on the machine; growth is tested in test_hostile.py.
settings.register_profile("maintext", deadline=None)
settings.load_profile("maintext")
