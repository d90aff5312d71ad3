/** Where the gateway's page is, below `/api/v1/sandbox/`. */
export const payPath = "pay/:id";
