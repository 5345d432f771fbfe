"""Updates models/<id>/manifest.json from the files beside it: bytes and SHA-256 of every file that it lists."""

import hashlib
import json
import pathlib


def file_entry(path):
    """The manifest's entry for a file: {name, bytes, sha256}."""
    data = path.read_bytes()
    return {'name': path.name, 'bytes': len(data), 'sha256': hashlib.sha256(data).hexdigest()}


def refresh(folder):
    """Measures the listed files that exist again; a model without a manifest is left alone."""
    path = pathlib.Path(folder) / 'manifest.json'
    if not path.exists():
        return
    text = json.loads(path.read_text(encoding='utf-8'))
    listed = [pathlib.Path(folder) / entry['name'] for entry in text['files']]
    text['files'] = [file_entry(file) if file.exists() else old for file, old in zip(listed, text['files'], strict=True)]
    path.write_text(json.dumps(text, ensure_ascii=False, indent=2) + '\n', encoding='utf-8')
