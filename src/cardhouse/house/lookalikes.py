"""Look-alikes: two names that people would confuse share a skeleton.

    skeletons("Ann") & skeletons("\\N{CYRILLIC CAPITAL LETTER A}nn")        {"ann"}

This is a small table of the homoglyphs that are used most often; Unicode's UTS 39 has thousands.
"""

from unicodedata import category, name, normalize

# Default_Ignorable_Code_Point of Unicode: characters that are not shown
IGNORABLE = frozenset(
    chr(code)
    for first, last in (
        *((0x00AD, 0x00AD), (0x034F, 0x034F), (0x061C, 0x061C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F)),
        *((0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF)),
        *((0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF)),
    )
    for code in range(first, last + 1)
)
# Accents, as on Latin letters; not the vowel signs of other scripts, which make a different name.
ACCENTS = frozenset(
    chr(code)
    for first, last in ((0x0300, 0x036F), (0x1AB0, 0x1AFF), (0x1DC0, 0x1DFF), (0x20D0, 0x20FF), (0xFE20, 0xFE2F))
    for code in range(first, last + 1)
)
ALIKE = {
    "CYRILLIC": (
        "\u0410\u0412\u0415\u0405\u0406\u0408\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0423\u0425\u051a\u051c\u04c0"
        "\u0430\u0432\u0433\u0435\u0455\u0456\u0458\u043a\u043c\u043d\u043e\u043f\u0440\u0441\u0442\u0443\u0445"
        "\u0501\u04bb\u051b\u051d\u044c\u04cf\u04af\u0417\u0437",
        "ABESIJKMHOPCTYXQWIabresijkmhonpctyxdhqwbly33",
    ),
    "GREEK": (
        "\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7"
        "\u03b1\u03b2\u03b3\u03b5\u03b7\u03b9\u03ba\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7\u03c9\u03c2\u03f3",
        "ABEZHIKMNOPTYXabyenikvoptuxwcj",
    ),
    "ARMENIAN": ("\u0585\u057d\u0578\u0570\u0561\u0555\u054d\u0581", "ounhwOUg"),
    "LATIN": (
        "\u0131\u0237\u0251\u0261\u0269\u00f8\u00d8\u0142\u0141\u0111\u0110\u0127\u0180\u0268"
        "\u1d00\u0299\u1d04\u1d05\u1d07\u0262\u029c\u026a\u1d0a\u1d0b\u029f\u1d0d\u0274\u1d0f\u1d18\u0280\ua731\u1d1b"
        "\u1d1c\u1d20\u1d21\u028f\u1d22",
        "ijagioOlLdDhbiabcdeghijklmnoprstuvwyz",
    ),
}
LETTERS = str.maketrans(
    {like: letter for given, letters in ALIKE.values() for like, letter in zip(given, letters, strict=True)}
)
STROKES = str.maketrans("I1|0", "lllo")
MODIFIERS = range(0x02B0, 0x0300)  # modifier letters, which look like quotation marks and dots
# Alphabets that may be mixed, also with Latin letters.
EAST_ASIAN = {"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "HANGUL", "BOPOMOFO"}


def skeletons(text: str) -> set[str]:
    """Return a name without case, accents and punctuation, and a variant with l for I and 1, and o for 0."""
    plain = "".join(filter(_counts, normalize("NFKD", text))).translate(LETTERS)
    return {plain.casefold(), plain.translate(STROKES).casefold()}


def _counts(letter: str) -> bool:
    """Return whether a character can tell two names apart."""
    unseen = letter in ACCENTS or letter in IGNORABLE or ord(letter) in MODIFIERS
    return not unseen and category(letter)[0] not in "PZ"


def alphabets(text: str) -> set[str]:
    """Return the alphabets of a name, as Unicode names them, without those of East Asia."""
    letters = [letter for letter in text if category(letter)[0] == "L" and ord(letter) not in MODIFIERS]
    return {name(letter, "").partition(" ")[0] for letter in letters} - EAST_ASIAN
