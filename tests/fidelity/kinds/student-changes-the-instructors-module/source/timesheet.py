def check(hours):
    assert hours == 20
