# Caches of others over the live service, as docs/clients.md describes them: prints what each reuses, which caches.test.ts compares.
import json
import sys
import tempfile
from pathlib import Path

import hishel
import hishel.httpx
import httpx
import requests
import requests_cache

ADDRESS, TOKEN, OTHER = sys.argv[1:4]
SLICE = f"{ADDRESS}/api/v1/data?dataset=gdp&geo=country&freq=A"


def headers(token):
    return {"Authorization": f"Bearer {token}"}


def twice(**options):
    """Whether the second answer is of the cache, whether it was revalidated there, and whether the token is in the cache's file."""
    folder = Path(tempfile.mkdtemp())
    with requests_cache.CachedSession(str(folder / "cache"), **options) as session:
        first = session.get(SLICE, headers=headers(TOKEN), timeout=30)
        second = session.get(SLICE, headers=headers(TOKEN), timeout=30)
    assert first.status_code == second.status_code == 200 and first.content == second.content
    kept = any(TOKEN.encode() in file.read_bytes() for file in folder.iterdir())
    return {"reused": second.from_cache, "revalidated": bool(getattr(second, "revalidated", False)), "token kept": kept}


def shared(**options):
    """Whether a second token of the same program gets the answer of the first one, which it must not, and the first one its own again."""
    storage = hishel.SqliteStorage(database_path=str(Path(tempfile.mkdtemp()) / "cache.db"))
    with hishel.httpx.CacheClient(storage=storage, **options) as client:
        client.get(SLICE, headers=headers(TOKEN))
        other, own = (client.get(SLICE, headers=headers(token)) for token in (OTHER, TOKEN))
    return {"other token": other.extensions["caching"]["from_cache"], "own token": own.extensions["caching"]["from_cache"]}


print(json.dumps({
    "default": twice(),
    "always_revalidate": twice(always_revalidate=True),
    "cache_control": twice(ignored_parameters=[], cache_control=True),
    "hishel": shared(),
    "hishel, rfc": shared(rfc=True),
    "hishel, private": shared(rfc=hishel.CacheOptions(shared=False)),
}))
