"""Our games in the shapes that other projects' arenas for language models expect. Neither project is imported."""
