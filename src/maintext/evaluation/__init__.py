"""How good an extraction is: data sets, metrics, measurements. An edge: the core never imports it."""
