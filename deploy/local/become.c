/*
 * `make run` and `make test` hand their process over to the program in BECOME instead of waiting for it.
 *
 * GNU make dies of the signal that stops it, whatever its recipe answers (exit 130 or 143), it does not pass SIGINT on to
 * a recipe at all, and it has a last word when a recipe fails. Lintel promises exit 0 after SIGINT and SIGTERM with nothing
 * left running, and a test run whose last line is the sum, so the Makefile loads this object for those two goals. Where
 * it cannot be compiled, the ordinary recipe runs.
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Of gnumake.h, which is not installed everywhere. */
extern char *gmk_expand(const char *text);

int plugin_is_GPL_compatible;

/* What make was told on its command line (`make run LINTEL_HTTP_PORT=9000`) goes into the environment, as a recipe's
 * would. Make lists it as words whose spaces and backslashes are escaped by a backslash. */
static void export_overrides(void) {
    char *word = gmk_expand("$(MAKEOVERRIDES)");
    while (*word) {
        char *from = word, *to = word;
        for (; *from && *from != ' '; *to++ = *from++)
            if (*from == '\\' && from[1])
                from++;
        char *next = *from ? from + 1 : from;
        *to = '\0';
        putenv(word);
        word = next;
    }
}

int become_gmk_setup(const void *where) {
    (void)where;
    char *program = gmk_expand("$(BECOME)");
    export_overrides();
    execl(program, program, (char *)0);
    perror(program);
    return 1;
}
