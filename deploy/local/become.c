/*
 * `make run` hands its process over to deploy/local/run instead of waiting for it.
 *
 * GNU make dies of the signal that stops it, whatever its recipe answers (exit 130 or 143), and it does not pass SIGINT
 * on to a recipe at all. Lintel promises exit 0 after SIGINT and SIGTERM with nothing left running, so the Makefile loads
 * this object for that one goal. Where it cannot be compiled, the ordinary recipe runs.
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
    export_overrides();
    execl("deploy/local/run", "deploy/local/run", (char *)0);
    perror("deploy/local/run");
    return 1;
}
