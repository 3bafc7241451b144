// Sets the theme before the first paint; a script of its own because the page allows none inline.
;(() => {
  let theme = 'system'
  try {
    // An embed looks as the page around it wants, whatever its reader chose here.
    theme = location.pathname.startsWith('/iframe/')
      ? new URLSearchParams(location.search).get('theme')
      : localStorage.getItem('theme') || theme
  } catch {
    // Storage is blocked: the system's theme it is.
  }
  const dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.body.classList.toggle('bp6-dark', dark)
})()
