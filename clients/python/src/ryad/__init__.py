"""Published economic statistics from a Ryad service.

Values are the published ones; a period is its first day. Nothing is cached and nothing is changed on the way.
"""

from ._client import Ryad, RyadError

__all__ = ["Ryad", "RyadError"]
