// What other features may use of embeds; loaded on first use.

export const embedWatching = () => import('./watching.ts')
