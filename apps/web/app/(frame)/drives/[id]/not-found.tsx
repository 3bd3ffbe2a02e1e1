import { DriveNotFound } from "@/features/drives/drive-not-found";

export default function DriveNotFoundRoute() {
  return <DriveNotFound />;
}
