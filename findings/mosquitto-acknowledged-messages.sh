#!/usr/bin/env bash
# Mosquitto with `persistence true` keeps what it acknowledged in memory only: a crash within 30 minutes loses it, and who subscribed.
#
# Expected: a broker that answers PUBLISH of QoS 1 with PUBACK has taken the message over (MQTT 3.1.1, 4.3.2). With
# `persistence true` it is in the database on disk then, like the persistent session of a subscriber that is away, and like
# retained messages. `autosave_on_changes true` with an interval of 1 saves after every change.
# What happens: the database is written at a clean end and every autosave_interval, which is 1,800 seconds by default. A killed broker
# starts with nothing: no retained message, no message for the subscriber, and not even the subscriber's session, so that
# it is not told either that anything is missing (session present = false is all it sees). With saving at every change the message
# that was acknowledged last is still missing. After a clean end all is there.
# Versions: mosquitto 2.0.11-1.2+deb12u2 (Debian 12), paho-mqtt 2.1.0.
# Why it matters: Home Assistant and most sites use this broker. A booth that reports "paper out" or an uploaded session with QoS 1 must not
# take PUBACK for "stored": publish the whole state again, retained, after every connection, and never keep the only copy in a
# message.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
chmod 755 "$work"
mkdir debs root
(cd debs && apt-get download -qq mosquitto=2.0.11-1.2+deb12u2 libmosquitto1=2.0.11-1.2+deb12u2 libwebsockets17 libdlt2 libcjson1 \
  libwrap0 libev4 libuv1 2>/dev/null)
for package in debs/*.deb; do dpkg -x "$package" root; done
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check --only-binary :all: paho-mqtt==2.1.0

cat >seen.py <<'PY'
import os, signal, socket, subprocess, threading, time
import paho.mqtt.client as mqtt

libraries = ":".join(f"{os.getcwd()}/root/{folder}/x86_64-linux-gnu" for folder in ("usr/lib", "lib"))


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def begin(port):
    server = subprocess.Popen(["root/usr/sbin/mosquitto", "-c", "conf"], env={**os.environ, "LD_LIBRARY_PATH": libraries},
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while True:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return server
        except OSError:
            assert server.poll() is None, "mosquitto does not start"
            time.sleep(0.05)


def connect(port, name, heard=None):
    """A client with a persistent session, and whether the broker knew it."""
    client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2, client_id=name, clean_session=False)
    ready, known, client.subscribed = threading.Event(), [], threading.Event()

    def connected(client, data, flags, *rest):
        known.append(flags.session_present)
        ready.set()

    client.on_connect = connected
    client.on_subscribe = lambda *all: client.subscribed.set()
    client.on_message = lambda client, data, message: heard.append(message.topic)
    client.connect("127.0.0.1", port)
    client.loop_start()
    assert ready.wait(10)
    return client, known[0]


def leave(client):
    client.disconnect()
    client.loop_stop()


def run(words, end):
    port, heard = free_port(), []
    store = os.path.abspath(f"store-{port}")
    os.mkdir(store)
    with open("conf", "w") as conf:
        conf.write("\n".join([f"listener {port} 127.0.0.1", "allow_anonymous true", "persistence true",
                              f"persistence_location {store}/", *(["user root"] if os.getuid() == 0 else []), *words, ""]))
    server = begin(port)
    house, _ = connect(port, "house")
    house.subscribe("booth/#", qos=1)
    assert house.subscribed.wait(10)
    leave(house)
    booth, _ = connect(port, "booth")
    for topic, retained in (("booth/state", True), ("booth/session", False)):
        booth.publish(topic, "value", qos=1, retain=retained).wait_for_publish(10)
    server.send_signal(end)
    server.wait()
    leave(booth)
    server = begin(port)
    house, known = connect(port, "house", heard)
    time.sleep(2)
    anew, _ = connect(port, "anew", retained := [])
    anew.subscribe("booth/#", qos=1)
    time.sleep(1)
    print(f"  2 acknowledged; session known: {known}; arrive: {sorted(heard)}; retained: {retained}")
    for client in (house, anew):
        leave(client)
    server.kill()
    server.wait()


print("killed, persistence true")
run([], signal.SIGKILL)
print("killed, persistence true, saved at every change")
run(["autosave_on_changes true", "autosave_interval 1"], signal.SIGKILL)
print("ended cleanly, persistence true")
run([], signal.SIGTERM)
PY
cat >recorded <<'TXT'
killed, persistence true
  2 acknowledged; session known: False; arrive: []; retained: []
killed, persistence true, saved at every change
  2 acknowledged; session known: True; arrive: ['booth/state']; retained: ['booth/state']
ended cleanly, persistence true
  2 acknowledged; session known: True; arrive: ['booth/session', 'booth/state']; retained: ['booth/state']
TXT
venv/bin/python seen.py | tee seen
if ! diff recorded seen; then
  echo "Changed: mosquitto no longer loses acknowledged messages as recorded (<)."
  exit 1
fi
