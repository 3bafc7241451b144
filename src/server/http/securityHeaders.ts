// Security headers of our pages. Inline styles are needed by Blueprint and Monaco; scripts are never inline.
/** `frameAncestors`: origins whose pages may frame the page; nobody may when empty. */
export function contentSecurityPolicy(pictureOrigins: string[], frameAncestors: string[] = []): string {
  return [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    ["img-src 'self' data: blob:", ...pictureOrigins].join(' '),
    "font-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${frameAncestors.join(' ') || "'none'"}`,
  ].join('; ')
}

/** On every answer. */
export const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  // Shared queries are only for people who were given the address, not for search engines.
  'x-robots-tag': 'noindex, nofollow',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

/** Where people come by https: for a year browsers ask this name by nothing else (its subdomains are not ours). */
export const onlyHttps = { 'strict-transport-security': 'max-age=31536000' }

/** On answers of calls, which are data and never pages. */
export const dataHeaders = {
  ...securityHeaders,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
}
