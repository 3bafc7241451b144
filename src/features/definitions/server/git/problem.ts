/** Why the command can't go on; its message is for the person at the terminal. */
export class GitProblem extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'GitProblem'
  }
}

/** Names come from servers and files: what would steer a terminal is shown as spaces. */
export const shownSafely = (text: string): string => text.replaceAll(/\p{Cc}/gu, ' ')
