"""A stand-in for Google's servers, for journeys: Firestore, Firebase Storage, Identity Toolkit and the token's service, as far as the
studio asks them, over a dictionary. No rules and no indexes: what those refuse is tried elsewhere."""

import base64
import datetime
import http.server
import json
import threading
import time
import urllib.parse

PROJECT = "journey-project"
BUCKET = "journey-bucket"
ROOT = f"projects/{PROJECT}/databases/(default)/documents/"


def crc32c(data):
    total = 0xFFFFFFFF
    for byte in data:
        total ^= byte
        for _ in range(8):
            total = (total >> 1) ^ (0x82F63B78 if total & 1 else 0)
    return base64.b64encode((total ^ 0xFFFFFFFF).to_bytes(4, "big")).decode()


class Refusal(Exception):
    def __init__(self, code, status, words):
        self.code, self.body = code, {"error": {"code": code, "status": status, "message": words}}


class Firebase:
    """Everything that it keeps, and what a journey does to it."""

    def __init__(self):
        self.documents, self.pictures, self.members, self.tokens = {}, {}, {}, {}
        self.commits, self.away, self.number, self.last = [], False, 0, 0
        self.lock = threading.RLock()
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def handle_one(self):
                length = int(self.headers.get("Content-Length") or 0)
                body = self.rfile.read(length)
                if outer.away:
                    self.close_connection = True
                    self.connection.close()
                    return
                try:
                    with outer.lock:
                        code, answer = outer.answer(self.command, self.path, self.headers, body)
                except Refusal as refusal:
                    code, answer = refusal.code, refusal.body
                data = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
                self.send_response(code)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            do_GET = do_POST = do_DELETE = handle_one

        class Server(http.server.ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, *_):
                pass  # who is cut off says so elsewhere

        self.server = Server(("127.0.0.1", 0), Handler)
        self.base = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()

    # What a journey does.

    def enlist(self, user, role, is_photographer=False, organisation="org1"):
        """A member, as an administrator of the project enters them; the password is theirs."""
        with self.lock:
            self.members[f"{user}@example.org"] = {"id": user, "password": "a long password", "disabled": False}
            self.put(f"users/{user}", {
                "organizationID": {"stringValue": organisation}, "role": {"stringValue": role},
                "isPhotographer": {"booleanValue": is_photographer}, "firstName": {"stringValue": user.title()},
                "lastName": {"stringValue": "Doe"}, "email": {"stringValue": f"{user}@example.org"}})

    def put(self, path, fields):
        now = self.now()
        known = self.documents.get(ROOT + path)
        self.documents[ROOT + path] = {
            "name": ROOT + path, "fields": fields, "createTime": known["createTime"] if known else now, "updateTime": now}

    def critiques(self):
        with self.lock:
            return {name.split("/")[-1]: found["fields"] for name, found in self.documents.items() if "/photoCritiques/" in name}

    # What it answers.

    def now(self):
        self.last = max(self.last + 1, int(time.time() * 1_000_000))
        moment = datetime.datetime.fromtimestamp(self.last / 1_000_000, datetime.timezone.utc)
        return moment.strftime("%Y-%m-%dT%H:%M:%S.%fZ")

    def token(self, user):
        self.number += 1
        claims = {"iat": int(time.time()), "sub": user, "aud": PROJECT, "n": self.number}
        text = "h." + base64.urlsafe_b64encode(json.dumps(claims).encode()).decode().rstrip("=") + ".s"
        self.tokens[text] = user
        return text

    def answer(self, method, target, headers, body):
        path, _, query = target.partition("?")
        query = dict(urllib.parse.parse_qsl(query))
        if path.startswith("/v1/accounts:") or path == "/v1/token":
            return 200, self.identity(path, query, body)
        if path.startswith("/v0/b/"):
            return self.storage(method, path, query, headers, body)
        if self.tokens.get((headers.get("Authorization") or "").removeprefix("Bearer ")) is None:
            raise Refusal(401, "UNAUTHENTICATED", "Request had invalid authentication credentials.")
        place, _, verb = urllib.parse.unquote(path).rpartition(":")
        if not (place + "/").startswith("/v1/" + ROOT):
            raise Refusal(404, "NOT_FOUND", f"The database (default) does not exist for the project.")
        wanted = json.loads(body)
        return 200, {"batchGet": self.look, "runQuery": self.find, "commit": self.commit}[verb](wanted)

    def identity(self, path, query, body):
        if query.get("key") != "key":
            raise Refusal(400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.")
        if path == "/v1/token":
            refresh = dict(urllib.parse.parse_qsl(body.decode()))["refresh_token"]
            member = next((m for m in self.members.values() if "refresh-" + m["id"] == refresh), None)
            if not member or member["disabled"]:
                raise Refusal(400, "INVALID_ARGUMENT", "USER_DISABLED" if member else "INVALID_REFRESH_TOKEN")
            return {"id_token": self.token(member["id"]), "refresh_token": refresh, "expires_in": "3600", "user_id": member["id"]}
        wanted = json.loads(body)
        if path == "/v1/accounts:lookup":
            user = self.tokens.get(wanted["idToken"])
            email, member = next(((e, m) for e, m in self.members.items() if m["id"] == user), (None, None))
            if not member or member["disabled"]:
                raise Refusal(400, "INVALID_ARGUMENT", "USER_DISABLED" if member else "INVALID_ID_TOKEN")
            return {"users": [{"localId": user, "email": email}]}
        member = self.members.get(wanted["email"])
        if not member or member["password"] != wanted["password"]:
            raise Refusal(400, "INVALID_ARGUMENT", "INVALID_LOGIN_CREDENTIALS")
        if member["disabled"]:
            raise Refusal(400, "INVALID_ARGUMENT", "USER_DISABLED")
        return {"localId": member["id"], "idToken": self.token(member["id"]), "refreshToken": "refresh-" + member["id"], "expiresIn": "3600"}

    def storage(self, method, path, query, headers, body):
        parts = path.split("/")
        if parts[3] != BUCKET:
            raise Refusal(404, "", "Not Found. The bucket does not exist.")
        name = query.get("name") if method == "POST" else urllib.parse.unquote(parts[5])
        if method == "POST":
            self.number += 1
            self.pictures[name] = (body, f"t{self.number}")
        if name not in self.pictures:
            raise Refusal(404, "", "Not Found.")
        data, token = self.pictures[name]
        if method == "DELETE":
            del self.pictures[name]
            return 204, b""
        if query.get("alt") == "media":
            return 200, data
        return 200, {"name": name, "bucket": BUCKET, "size": str(len(data)), "crc32c": crc32c(data), "downloadTokens": token}

    def look(self, wanted):
        return [{"found": self.documents[name]} if name in self.documents else {"missing": name} for name in wanted["documents"]]

    def find(self, wanted):
        query = wanted["structuredQuery"]
        start = ROOT + query["from"][0]["collectionId"] + "/"
        found = [d for name, d in self.documents.items() if name.startswith(start) and "/" not in name[len(start):]]
        where = query.get("where", {})
        for one in where.get("compositeFilter", {}).get("filters", [where] if where else []):
            field = one["fieldFilter"]
            found = [d for d in found if d["fields"].get(field["field"]["fieldPath"]) == field["value"]]

        def key(document, order):
            name = order["field"]["fieldPath"]
            return document["name"] if name == "__name__" else json.dumps(document["fields"][name])

        orders = query["orderBy"]
        found = [d for d in found if all(o["field"]["fieldPath"] in d["fields"] or o["field"]["fieldPath"] == "__name__" for o in orders)]
        for order in reversed(orders):
            found.sort(key=lambda d: key(d, order), reverse=order["direction"] == "DESCENDING")
        if "startAt" in query:
            last = query["startAt"]["values"][-1]["referenceValue"]
            names = [d["name"] for d in found]
            found = found[names.index(last) + 1:] if last in names else []
        now = self.now()
        return [{"readTime": now}] + [{"document": d, "readTime": now} for d in found[:query["limit"]]]

    def commit(self, wanted):
        after, now, results = dict(self.documents), self.now(), []
        for write in wanted["writes"]:
            name = write.get("delete") or write["update"]["name"]
            there, must = after.get(name), write.get("currentDocument", {})
            if must.get("exists") is False and there:
                raise Refusal(409, "ALREADY_EXISTS", "Document already exists")
            if must.get("exists") is True and not there:
                raise Refusal(404, "NOT_FOUND", "No document to update")
            if "updateTime" in must and (not there or there["updateTime"] != must["updateTime"]):
                raise Refusal(400, "FAILED_PRECONDITION", "the stored version does not match the required base version")
            if "delete" in write:
                after.pop(name, None)
                results.append({})
                continue
            fields = dict(write["update"].get("fields", {}))
            if "updateMask" in write:
                new, fields = fields, dict(there["fields"]) if there else {}
                for field in write["updateMask"]["fieldPaths"]:
                    fields.pop(field, None)
                    if field in new:
                        fields[field] = new[field]
            for transform in write.get("updateTransforms", []):
                fields[transform["fieldPath"]] = {"timestampValue": now}
            after[name] = {"name": name, "fields": fields, "createTime": there["createTime"] if there else now, "updateTime": now}
            results.append({"updateTime": now})
        self.documents = after
        self.commits.append([write.get("delete") or write["update"]["name"] for write in wanted["writes"]])
        return {"writeResults": results, "commitTime": now}
