/// Thumbnails, the nearest first and six at a time; what is scrolled past is not waited for. A window of photos' facts comes the
/// same way, and the last ones stay.
let photosPicturesScript = """
  const most = 6;
  const kept = 600;

  export class Pictures {
    constructor(ready) {
      this.ready = ready;
      this.addresses = new Map();
      this.running = new Map();
      this.wanted = [];
      this.failed = new Set();
    }

    // The address of a picture that is here, or nothing.
    get(key) {
      const address = this.addresses.get(key);
      if (address) { this.addresses.delete(key); this.addresses.set(key, address); }
      return address;
    }

    // [key, path, urgency], the most urgent first. Whatever else is on its way is given up.
    want(list) {
      this.wanted = list.filter(([key]) => !this.addresses.has(key) && !this.failed.has(key));
      const keys = new Set(this.wanted.map(([key]) => key));
      for (const [key, stop] of this.running) if (!keys.has(key)) stop.abort();
      this.next();
    }

    next() {
      for (const [key, path, urgency] of this.wanted) {
        if (this.running.size >= most) return;
        if (!this.running.has(key) && !this.addresses.has(key) && !this.failed.has(key)) this.load(key, path, urgency);
      }
    }

    async load(key, path, urgency) {
      const stop = new AbortController();
      this.running.set(key, stop);
      let result = null;
      try {
        const answer = await fetch(path + (urgency ? "?p=" + urgency : ""), { signal: stop.signal, credentials: "same-origin" });
        if (answer.ok) {
          result = URL.createObjectURL(await answer.blob());
          this.addresses.set(key, result);
          for (const [old, address] of this.addresses) {
            if (this.addresses.size <= kept) break;
            URL.revokeObjectURL(address);
            this.addresses.delete(old);
          }
        } else if (answer.status === 404) {
          this.failed.add(key);
        } else {
          setTimeout(() => this.next(), 3000);
        }
      } catch (error) {
        if (error.name !== "AbortError") setTimeout(() => this.next(), 2000);
      }
      this.running.delete(key);
      if (result || this.failed.has(key)) this.ready(key);
      this.next();
    }
  }

  const length = 100;
  const windowsKept = 60;

  // Facts of photos, a hundred at a time.
  export class Windows {
    constructor(months, query, ready) {
      this.months = months;
      this.query = query;
      this.ready = ready;
      this.windows = new Map();
      this.running = new Map();
      this.fresh = new Set();
    }

    item(stretch, index) { return this.windows.get(stretch + "/" + Math.floor(index / length))?.[index % length]; }

    // Has photos come that are on the screen; others on their way are given up.
    want(ranges) {
      const keys = new Set();
      for (const [stretch, from, count] of ranges) {
        for (let part = Math.floor(from / length); part * length < from + count; part += 1) keys.add(stretch + "/" + part);
      }
      for (const [key, stop] of this.running) if (!keys.has(key)) { stop.abort(); this.running.delete(key); }
      for (const key of keys) if (!this.fresh.has(key) && !this.running.has(key)) this.load(key);
    }

    async load(key) {
      const [stretch, part] = key.split("/").map(Number);
      const [month, count] = this.months[stretch];
      const stop = new AbortController();
      this.running.set(key, stop);
      const query = new URLSearchParams(this.query);
      if (month !== null) query.set("month", month);
      query.set("from", part * length);
      query.set("count", Math.min(length, count - part * length));
      try {
        const answer = await fetch("/photos/window.json?" + query, { signal: stop.signal, credentials: "same-origin" });
        if (!answer.ok) throw new Error(String(answer.status));
        const photos = await answer.json();
        this.windows.delete(key);
        this.windows.set(key, photos);
        this.fresh.add(key);
        for (const old of this.windows.keys()) {
          if (this.windows.size <= windowsKept) break;
          this.windows.delete(old);
          this.fresh.delete(old);
        }
        this.running.delete(key);
        this.ready(stretch, null);
      } catch (error) {
        if (this.running.get(key) === stop) this.running.delete(key);
        if (error.name !== "AbortError") this.ready(stretch, error);
      }
    }
  }

  """
