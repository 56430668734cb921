/** The bell's own texts: every screen loads them. */
export const bell = {
  name: (unread: number) => (unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`),
  /** The figure that has room in the button. */
  count: (unread: number) => (unread > 99 ? '99+' : String(unread)),
} as const
