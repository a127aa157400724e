// model/ holds plain values only; this keeps its library from being empty.
