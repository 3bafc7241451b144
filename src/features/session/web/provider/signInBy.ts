// What signing in at a provider is called: 用企业微信登录, but not 用统一登录登录.

export const signInBy = (title: string): string => (title.endsWith('登录') ? title : `用${title}登录`)
