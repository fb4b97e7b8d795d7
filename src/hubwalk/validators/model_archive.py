"""A learned model as one file of plain numbers and JSON. Reading one runs no code, whoever wrote it.

The file is a NumPy archive that is read with `allow_pickle=False`: the arrays of the model, and as bytes a JSON object
with everything that is not an array. A file of another program, a damaged one and one of a format to come are refused.
"""

from __future__ import annotations

import io
import json
import os
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from hubwalk.errors import UsageError, ValidatorError

_MOST = 500_000_000  # bytes, unpacked


@dataclass(frozen=True, slots=True)
class ModelArchive:
    """A kind of file."""

    format: str  # "hubwalk page filter": what it says of itself
    version: int
    what: str  # page filter: what a message calls it
    command: str  # hubwalk train: what makes one

    def save(self, path: Path, known: Mapping[str, Any], arrays: Mapping[str, Any]) -> None:
        """Write the file, whole or not at all; UsageError if that is not possible."""
        head = {"format": self.format, "version": self.version, **known}
        packed = io.BytesIO()
        parts: dict[str, Any] = {"json": np.frombuffer(json.dumps(head).encode(), dtype=np.uint8), **arrays}
        np.savez_compressed(packed, **parts)
        beside = path.with_name(f"{path.name}.{os.getpid()}.part")
        try:
            beside.write_bytes(packed.getvalue())
            beside.replace(path)
        except OSError as error:
            beside.unlink(missing_ok=True)
            raise UsageError(f"cannot write {path}: {error.strerror}; choose another -o") from None

    def load(self, path: Path) -> tuple[dict[str, Any], dict[str, Any]]:
        """What is in it, besides the arrays and as arrays; UsageError if there is no file, ValidatorError if it cannot
        be used."""
        foreign = f"{path} is no {self.what} of hubwalk; {self._way_out}"
        try:
            with zipfile.ZipFile(path) as archive:
                if sum(part.file_size for part in archive.infolist()) > _MOST:
                    raise ValidatorError(f"{self.what} {path} is too large")
            with np.load(path, allow_pickle=False) as file:
                arrays = {name: file[name] for name in file.files}
            known = json.loads(arrays.pop("json").tobytes())
        except OSError as error:
            if isinstance(error, FileNotFoundError | IsADirectoryError | PermissionError):
                raise UsageError(f"{self.what} {path}: {error.strerror}; {self._way_out}") from None
            raise ValidatorError(foreign) from None
        except (zipfile.BadZipFile, ValueError, KeyError, EOFError, AttributeError, NotImplementedError, RuntimeError):
            raise ValidatorError(foreign) from None  # ValueError: an array of objects, that is, a pickle
        except ValidatorError:
            raise
        except Exception as error:  # zlib.error and what else a damaged archive brings about
            raise self.damaged(path, error) from None
        if not isinstance(known, dict) or known.get("format") != self.format:
            raise ValidatorError(foreign)
        if known.get("version") != self.version:
            newer = f"{path} has format {known.get('version')}, this hubwalk reads {self.version}"
            raise ValidatorError(f"{newer}; update hubwalk or train it anew with `{self.command}`")
        return known, arrays

    def damaged(self, path: Path, error: Exception) -> ValidatorError:
        """What to say of a file whose parts do not fit together."""
        return ValidatorError(f"{self.what} {path} is damaged ({type(error).__name__}: {error}); {self._way_out}")

    @property
    def _way_out(self) -> str:
        return f"make one with `{self.command}`"
