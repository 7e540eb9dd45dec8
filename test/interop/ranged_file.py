# A file behind HTTP for the readers of Parquet, which counts the bytes that it fetches.
import urllib.request


class Ranged:
    """A file behind HTTP that fetches exactly the bytes that its reader asks for."""

    def __init__(self, url, headers):
        self.headers = headers
        request = urllib.request.Request(url, headers=headers, method="HEAD")
        with urllib.request.urlopen(request) as answer:
            self.url, self.size = answer.url, int(answer.headers["Content-Length"])
        self.at = self.fetched = 0
        self.closed = False

    def read(self, count=-1):
        count = self.size - self.at if count < 0 else count
        if count == 0:
            return b""
        part = {**self.headers, "Range": f"bytes={self.at}-{self.at + count - 1}"}
        with urllib.request.urlopen(urllib.request.Request(self.url, headers=part)) as answer:
            assert answer.status == 206, answer.status
            content = answer.read()
        self.at += len(content)
        self.fetched += len(content)
        return content

    def seek(self, to, whence=0):
        self.at = to if whence == 0 else self.at + to if whence == 1 else self.size + to
        return self.at

    def tell(self):
        return self.at

    def readable(self):
        return True

    def seekable(self):
        return True

    def writable(self):
        return False

    def flush(self):
        pass

    def close(self):
        self.closed = True
