/**
 * Inserts a space between Chinese and Latin letters or digits, as our own texts have it: `按Platform` → `按
 * Platform`.
 */
export function spaced(text: string): string {
  return text
    .replace(/(\p{Script=Han})([A-Za-z0-9])/gu, '$1 $2')
    .replace(/([A-Za-z0-9%])(\p{Script=Han})/gu, '$1 $2')
}
