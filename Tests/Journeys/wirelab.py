"""A wire between a browser and a studio that knows what is asked, who still waits for news and how waiting ended, and that fails."""

import select
import socket
import threading

NEWS = b"GET /photos/news.json"


class Wire:
    """Carries connections to a studio's port. `fault(request)` may give an answer instead of the studio's, or b"" for a wire that is cut."""

    def __init__(self, port):
        self.port = port
        self.fault = lambda request: None
        self.change = threading.Condition()
        # Those who wait for news now, at most at once, and how it ended for all others: "answered" or "left".
        self.waiting, self.most, self.ended, self.holders = 0, 0, [], {}
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.address = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.carry, args=(client,), daemon=True).start()

    def carry(self, client):
        server = socket.create_connection(("127.0.0.1", self.port))
        # A browser sends a request whole, and the next one after its answer.
        own = {"news": False}

        def settle(how):
            with self.change:
                if own["news"]:
                    own["news"] = False
                    del self.holders[client]
                    self.waiting -= 1
                    self.ended.append(how)
                    self.change.notify_all()

        def back():
            try:
                while data := server.recv(1 << 16):
                    settle("answered")
                    client.sendall(data)
            except OSError:
                pass
            self.close(client, server)

        threading.Thread(target=back, daemon=True).start()
        try:
            while data := client.recv(1 << 16):
                answer = self.fault(data.split(b"\r\n")[0].decode())
                if answer is not None:
                    if not answer:
                        break
                    client.sendall(answer)
                    continue
                if data.startswith(NEWS):
                    with self.change:
                        # A viewer who has left already, and is only heard of later, waits no longer.
                        for other, leave in list(self.holders.items()):
                            if select.select([other], [], [], 0)[0] and not other.recv(1, socket.MSG_PEEK):
                                leave("left")
                        own["news"] = True
                        self.holders[client] = settle
                        self.waiting += 1
                        self.most = max(self.most, self.waiting)
                        self.change.notify_all()
                server.sendall(data)
        except OSError:
            pass
        settle("left")
        self.close(client, server)

    @staticmethod
    def close(*ends):
        for end in ends:
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            end.close()

    def until(self, condition, what, patience=60):
        """Waits until something is so."""
        with self.change:
            assert self.change.wait_for(lambda: condition(self), timeout=patience), f"never: {what} ({self.waiting} wait, {self.ended})"

    def stop(self):
        self.listener.close()
