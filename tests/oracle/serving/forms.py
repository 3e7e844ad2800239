"""Whether a response is what the served description says of its operation."""

from __future__ import annotations

from functools import cache
from typing import Any

import httpx
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

_BASE = "urn:description"


class Description:
    """An OpenAPI description that is held against responses."""

    def __init__(self, told: Any) -> None:
        self.told = told
        # The definitions are found from the whole document.
        resource: Any = Resource.opaque(told)
        self._registry: Any = Registry().with_resource(_BASE, resource)
        self._validator = cache(self._made)

    def _made(self, *path: str) -> Any:
        pointer = "".join("/" + step.replace("~", "~0").replace("/", "~1") for step in path)
        return Draft202012Validator({"$ref": f"{_BASE}#{pointer}"}, registry=self._registry)

    def must_tell(self, path: str, method: str, response: httpx.Response) -> Any:
        """The value of a response, which the description tells of: its status, its media type, its form."""
        status, media_type = str(response.status_code), response.headers["content-type"].partition(";")[0]
        where = ("paths", path, method, "responses", status, "content", media_type, "schema")
        content = self.told["paths"][path][method]["responses"][status]["content"]
        assert media_type in content, (media_type, list(content))
        value = response.json()
        self._validator(*where).validate(value)
        return value
