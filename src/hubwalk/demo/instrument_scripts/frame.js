// The frame is put in late, as for contents that are not wanted at once.
const holder = document.getElementById("holder");
const frame = document.createElement("iframe");
frame.src = holder.dataset.frame;
frame.title = "Objects";
frame.width = 600;
frame.height = 400;
holder.append(frame);
