"""Papers and photos as files: what they are by their content, the copy shown, where they lie."""
