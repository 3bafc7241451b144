// Validates a login before it is sent.

export interface LoginProblems {
  user?: string | undefined
  password?: string | undefined
}

/** The contract's limits. */
const longestUser = 254
const longestPassword = 1024

export function problemsOf(user: string, password: string): LoginProblems {
  const problems: LoginProblems = {}
  if (user.trim() === '') problems.user = '请输入你的用户名!'
  else if (user.trim().length > longestUser) problems.user = `用户名不能超过 ${longestUser} 个字符`
  if (password === '') problems.password = '请输入你的密码!'
  else if (password.length > longestPassword) problems.password = `密码不能超过 ${longestPassword} 个字符`
  return problems
}
