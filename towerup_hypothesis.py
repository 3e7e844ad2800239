"""Hypothesis' entry point of towerup. Hypothesis calls it whenever it is imported, in anybody's tests.

It is a module of its own, outside the package, because most of those tests have nothing to do with towerup: as long as
nobody has imported that, there is nothing to do here. If towerup comes later, it registers its types itself.
"""

import sys


def register() -> None:
    """Registers towerup's types with Hypothesis, if towerup is in use."""
    towerup = sys.modules.get("towerup")
    # Half imported, it comes to registering by itself when it is done.
    if towerup is not None and hasattr(towerup, "__version__"):
        from towerup.verify.registration import register

        register()
