package dev.penstock.provider.text;

/** Takes the markup out of a page. One pass: hostile text costs no more than its length. */
final class Markup {

    private final String text;
    private final String lowerCase;
    private final StringBuilder plain = new StringBuilder();

    private Markup(String text) {
        this.text = text;
        this.lowerCase = lowerCase(text);
    }

    /** The text between the tags; scripts, styles and comments go with all they hold. */
    static String stripped(String text) {
        return text.indexOf('<') < 0 ? text : new Markup(text).strip();
    }

    /** ASCII letters only, so that every character keeps its place. */
    private static String lowerCase(String text) {
        char[] chars = text.toCharArray();
        for (int i = 0; i < chars.length; i++) {
            if (chars[i] >= 'A' && chars[i] <= 'Z') {
                chars[i] = (char) (chars[i] | 0x20);
            }
        }
        return new String(chars);
    }

    private String strip() {
        int at = 0;
        while (at < text.length()) {
            int next = text.charAt(at) == '<' ? endOfMarkup(at) : at;
            if (next == at) {
                plain.append(text.charAt(at));
                at++;
            } else {
                plain.append(' ');
                at = next;
            }
        }
        return plain.toString();
    }

    /** Where the markup ends that begins here; the same place if there is none. */
    private int endOfMarkup(int at) {
        if (lowerCase.startsWith("<!--", at)) {
            return after("-->", at);
        }
        if (isElement("script", at)) {
            return afterBracket(after("</script", at), text.length());
        }
        if (isElement("style", at)) {
            return afterBracket(after("</style", at), text.length());
        }
        return isTag(at) ? afterBracket(at + 1, at) : at;
    }

    private boolean isElement(String name, int at) {
        int end = at + 1 + name.length();
        return lowerCase.startsWith(name, at + 1) && (end == text.length() || !Character.isLetter(text.charAt(end)));
    }

    private boolean isTag(int at) {
        char next = at + 1 < text.length() ? lowerCase.charAt(at + 1) : ' ';
        return next == '/' || next == '!' || (next >= 'a' && next <= 'z');
    }

    /** Behind the closing mark; the end of the text if it never closes. */
    private int after(String mark, int from) {
        int found = lowerCase.indexOf(mark, from);
        return found < 0 ? text.length() : found + mark.length();
    }

    /** Behind the tag's closing bracket; another place if the text ends or another tag begins first. */
    private int afterBracket(int from, int otherwise) {
        for (int i = from; i < text.length() && text.charAt(i) != '<'; i++) {
            if (text.charAt(i) == '>') {
                return i + 1;
            }
        }
        return otherwise;
    }
}
