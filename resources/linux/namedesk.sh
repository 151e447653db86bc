#!/bin/sh
# Namedesk, as it is started on Linux: sees to what must hold before the program's own first line runs.
program="$(dirname -- "$(readlink -f -- "$0")")/namedesk-runtime"

# No core file: it would hold what is in memory. What the program starts has the same limit, and cannot lift it.
ulimit -c 0

# Variables by which others' code or files would come in. The program's fuses close most of them; these they do not.
unset ELECTRON_RUN_AS_NODE ELECTRON_ENABLE_LOGGING ELECTRON_LOG_FILE ELECTRON_OVERRIDE_DIST_PATH ELECTRON_TRASH
unset NODE_OPTIONS NODE_EXTRA_CA_CERTS NODE_PATH NODE_COMPILE_CACHE NODE_V8_COVERAGE NODE_REDIRECT_WARNINGS NODE_DEBUG
unset CHROME_DEVEL_SANDBOX SSLKEYLOGFILE

# A command (a plain word such as "lookup") or a question for help or the version: the command line, for which no display is needed.
# Behind the "--" Chromium takes nothing for a switch.
is_value=no
for word in "$@"; do
  if [ "$is_value" = yes ]; then is_value=no; continue; fi
  case $word in
    --user-data-dir) is_value=yes ;;
    --user-data-dir=*) ;;
    -h | --help | -V | --version) exec "$program" --ozone-platform=headless --disable-gpu --log-level=3 -- "$@" ;;
    '' | *[!a-z]*) break ;;
    *) exec "$program" --ozone-platform=headless --disable-gpu --log-level=3 -- "$@" ;;
  esac
done

# The window takes these switches and no other. The program says the same, and later: some do their work before that.
allowed='user-data-dir lang force-device-scale-factor ozone-platform ozone-platform-hint disable-gpu at-login squirrel-firstrun updated original-process-start-time'
for word in "$@"; do
  # Chromium takes the white space before a word away, and one dash for two.
  while :; do
    case $word in
      [[:space:]]*) word=${word#?} ;;
      *) break ;;
    esac
  done
  case $word in
    -*) name=${word#-} ;;
    *) continue ;;
  esac
  name=${name#-}
  name=${name%%=*}
  case $name in
    '' | *[!a-z-]*) is_allowed=no ;;
    *) case " $allowed " in *" $name "*) is_allowed=yes ;; *) is_allowed=no ;; esac ;;
  esac
  if [ $is_allowed = no ]; then
    printf 'Namedesk does not start with --%s.\n' "$name" >&2
    exit 2
  fi
done

if [ -z "${DISPLAY-}" ] && [ -z "${WAYLAND_DISPLAY-}" ]; then
  printf 'Namedesk found no display for its window. Its command line needs none: namedesk --help\n' >&2
  exit 1
fi

exec "$program" "$@"
