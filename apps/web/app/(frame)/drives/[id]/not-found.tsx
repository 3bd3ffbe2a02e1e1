import { DriveNotFound } from "@/features/drives/detail/drive-not-found";

export default function DriveNotFoundRoute() {
  return <DriveNotFound />;
}
