"""The settings of a Grow server under drills."""

from pathlib import Path


def settings(port: int, database_url: str, erasures: Path) -> dict[str, str]:
    return {
        "GROW_DATABASE_URL": database_url,
        "GROW_LISTEN": f"127.0.0.1:{port}",
        "GROW_PUBLIC_URL": f"http://127.0.0.1:{port}",
        "GROW_ERASURES": str(erasures),
        "GROW_LOG": "warn",
        # All farmers come from one address, and each sows more than a farmer does.
        "GROW_FARMER_REQUESTS": "4000000000",
        "GROW_ADDRESS_REQUESTS": "4000000000",
        "GROW_SIGN_IN_REQUESTS": "4000000000",
        "GROW_COUNTED_SOWINGS": "none",
        "GROW_COUNTED_HECTARES": "none",
        "GROW_SOWINGS": "none",
    }
