assert get_ipython().user_ns["half"](3) == 1.5
