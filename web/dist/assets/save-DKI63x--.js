function n(c,o){const t=URL.createObjectURL(c),e=document.createElement("a");e.href=t,e.download=o,e.click(),setTimeout(()=>URL.revokeObjectURL(t),6e4)}export{n as s};
