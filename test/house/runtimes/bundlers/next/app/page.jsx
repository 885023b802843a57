"use client";
/** The suite in a client component, and in a worker that it starts. */
import { useEffect } from "react";

export default function Page() {
  useEffect(() => {
    import("../../app/page.js");
  }, []);
  return <h1>spolia</h1>;
}
