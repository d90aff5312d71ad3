import type { MetaFunction } from "@remix-run/node";
import type { PageHandle } from "../../components/shell/page/page-handle.ts";
import { GalleryActions } from "./gallery-acts.tsx";
import { GalleryData } from "./gallery-data.tsx";
import { GalleryFields } from "./gallery-fields.tsx";
import { GalleryPalette } from "./gallery-palette.tsx";
import { GalleryStates } from "./gallery-states.tsx";

/** Every component of app/ui in every state, for developers. Exists in development only. */
export const handle = { hydrate: true } satisfies PageHandle;

export function loader() {
  if (import.meta.env.PROD) throw new Response(null, { status: 404 });
  return null;
}

export const meta: MetaFunction = () => [{ title: "Gallery" }, { name: "robots", content: "noindex" }];

export default function Gallery() {
  return (
    <div className="page-width flex flex-col py-10">
      <h1 className="text-h1">Gallery</h1>
      <GalleryPalette />
      <GalleryActions />
      <GalleryFields />
      <GalleryStates />
      <GalleryData />
    </div>
  );
}
