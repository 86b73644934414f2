#!/usr/bin/env bash
# CUPS acknowledges print jobs that are not on disk yet: those that wait behind a printing one are lost when cupsd dies.
#
# Expected: `lp` answers "request id is photos-3" after the spooler has stored the job. A spooler that is killed and started
# again prints what it had acknowledged, as a mail server sends what it had accepted.
# What happens: only the document is written at once (d00003-001). The job's own file (c00003), without which the document is
# not a job, is written when no job is being printed, or after DirtyCleanInterval, which is 30 seconds by default. A
# cupsd that is killed in between starts without these jobs: they are neither in the queue nor in the history, nothing is
# logged, and their documents stay in the spool. With `DirtyCleanInterval 0` all three are printed after the start, the first
# one twice: its backend outlives the server, and the next server begins it anew.
# Versions: cups-daemon, cups-client 2.4.2-3+deb12u9 (Debian 12).
# Why it matters: a photo printer takes 10 to 60 seconds a sheet, so in a busy hour the next sheets always wait behind one. A
# program that hands photos to a CUPS queue must not take "accepted" for "stored": keep the job until it is out, set
# DirtyCleanInterval to 0, and after a restart ask for the job by its name before sending it again.
set -euo pipefail
[ "$(id -u)" = 0 ] || { echo "Run this as root: cupsd starts its backends as other users." >&2; exit 77; }
work=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill -9 "$server" 2>/dev/null || true; rm -rf "$work"' EXIT
cd "$work"
chmod 755 "$work"
mkdir root debs
(cd debs && apt-get download -qq cups-daemon=2.4.2-3+deb12u9 cups-client=2.4.2-3+deb12u9 cups-common=2.4.2-3+deb12u9 \
  libcups2=2.4.2-3+deb12u9 libavahi-client3 libavahi-common3 libpaper1 libdbus-1-3 2>/dev/null)
for package in debs/*.deb; do dpkg -x "$package" root; done
export LD_LIBRARY_PATH=$work/root/usr/lib/x86_64-linux-gnu:$work/root/lib/x86_64-linux-gnu
export CUPS_SERVER=

begin() {
  "$work/root/usr/sbin/cupsd" -f -c "$place/etc/cupsd.conf" -s "$place/etc/cups-files.conf" &
  server=$!
  until [ -S "$place/socket" ] && "$work/root/usr/bin/lpstat" -h "$place/socket" -r 2>/dev/null | grep -q "is running"; do sleep 0.1; done
}

# Three jobs for a printer that takes six seconds a sheet; the server is killed three seconds into the first.
try() {
  place=$work/$1
  mkdir -p "$place"/{etc,spool/tmp,cache,state,log,bin/backend,bin/daemon}
  chgrp lp "$place"/{spool,spool/tmp,cache}
  cp root/usr/lib/cups/daemon/* "$place/bin/daemon/"
  cat >"$place/bin/backend/paper" <<SH
#!/bin/sh
if [ \$# = 0 ]; then exit 0; fi
echo "begun \$1" >>$place/paper
sleep 6
cat "\$6" >/dev/null
echo "out \$1" >>$place/paper
SH
  chmod 700 "$place/bin/backend/paper"
  {
    printf 'Listen %s/socket\nBrowsing No\nWebInterface No\nLogLevel info\nDirtyCleanInterval %s\n' "$place" "$2"
    printf '<Location />\nAllow all\n</Location>\n<Policy default>\n<Limit All>\nOrder deny,allow\n</Limit>\n</Policy>\n'
  } >"$place/etc/cupsd.conf"
  printf '<Printer photos>\nDeviceURI paper:/here\nState Idle\nAccepting Yes\nErrorPolicy retry-job\n</Printer>\n' >"$place/etc/printers.conf"
  printf '%s\n' "ServerRoot $place/etc" "ServerBin $place/bin" "RequestRoot $place/spool" "TempDir $place/spool/tmp" \
    "CacheDir $place/cache" "StateDir $place/state" "DataDir $work/root/usr/share/cups" "ErrorLog $place/log/error" \
    "AccessLog $place/log/access" "PageLog $place/log/page" "SystemGroup root" "FatalErrors none" "Printcap" \
    >"$place/etc/cups-files.conf"
  echo sheet >"$place/sheet"
  begin
  export CUPS_SERVER=$place/socket
  for copy in 1 2 3; do
    "$work/root/usr/bin/lp" -d photos -o raw "$place/sheet"
  done
  until grep -qs "begun 1" "$place/paper"; do sleep 0.1; done
  sleep 3
  echo "on disk, three seconds later:" $(cd "$place/spool" && ls | grep -v tmp)
  kill -9 "$server"
  wait "$server" 2>/dev/null || true
  rm -f "$place/socket"
  until grep -qs "out 1" "$place/paper"; do sleep 0.1; done
  begin
  sleep 20
  echo "known after the next start:" $("$work/root/usr/bin/lpstat" -W all -o | cut -d' ' -f1)
  echo "sheets out:" $(grep out "$place/paper" | sort | uniq -c | awk '{ print "job", $3, "×", $1 }' | paste -sd, -)
  kill "$server"
  wait "$server" 2>/dev/null || true
  server=
}

{
  echo "DirtyCleanInterval 30 (the default)"
  try default 30
  echo "DirtyCleanInterval 0"
  try at-once 0
} 2>/dev/null | tee seen
cat >recorded <<'TXT'
DirtyCleanInterval 30 (the default)
request id is photos-1 (1 file(s))
request id is photos-2 (1 file(s))
request id is photos-3 (1 file(s))
on disk, three seconds later: d00001-001 d00002-001 d00003-001
known after the next start:
sheets out: job 1 × 1
DirtyCleanInterval 0
request id is photos-1 (1 file(s))
request id is photos-2 (1 file(s))
request id is photos-3 (1 file(s))
on disk, three seconds later: c00001 c00002 c00003 d00001-001 d00002-001 d00003-001
known after the next start: photos-1 photos-2 photos-3
sheets out: job 1 × 2,job 2 × 1,job 3 × 1
TXT
if ! diff recorded seen; then
  echo "Changed: cupsd no longer loses acknowledged jobs as recorded (<)."
  exit 1
fi
