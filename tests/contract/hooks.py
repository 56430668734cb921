# CPython 3.11 counts how deep a tree goes once for all threads: of two that parse at the same time, one fails. The tool's
# workers are threads that parse the tool's own source.
import ast
import threading

turn = threading.Lock()
parse = ast.parse


def alone(*arguments, **named):
    with turn:
        return parse(*arguments, **named)


ast.parse = alone
