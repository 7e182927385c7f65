def check(hours):
    assert hours == 20, "wrong hours"
