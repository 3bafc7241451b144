/** Throws where the icon's text is not written as Blueprint has written it so far. */
export function smallIcon(text: string, path: string): string
