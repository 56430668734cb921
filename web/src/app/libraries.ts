/** What the start evaluates by itself, before what is built on it: the file of the libraries (scripts/chunks.ts). */
export { QueryClient } from '@tanstack/react-query'
export { createBrowserRouter } from 'react-router'
