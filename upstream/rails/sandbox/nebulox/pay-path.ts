/** Path of the gateway's page, below `/api/v1/sandbox/`. */
export const payPath = "pay/:id";
