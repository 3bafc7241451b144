-- $1 = "不足 0"
-- $2 = "0–50"
-- $3 = "50 以上"
WITH _people AS MATERIALIZED (
  SELECT f."channel" AS "d4", f."player_id" AS "_player", coalesce(sum(f."amount"), 0) AS "_value"
  FROM "buy" AS f
  WHERE f."buy_date" >= DATE '2026-01-01' AND f."buy_date" < DATE '2026-01-11' AND f."status" = 'paid' AND f."player_id" IS NOT NULL
  GROUP BY 1, 2
),
_rows AS MATERIALIZED (
  SELECT "d4", CASE WHEN "_value" IS NULL THEN 3 WHEN "_value" < 0 THEN 0 WHEN "_value" < 50 THEN 1 ELSE 2 END AS "_place", count(*) AS "n", sum("_value") AS "v"
  FROM _people
  GROUP BY 1, 2
),
_total AS MATERIALIZED (
  SELECT (SELECT count(DISTINCT "_player") FROM _people) AS "n", coalesce(sum("v"), 0) AS "v"
  FROM _rows
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d4", NULL AS "_place", NULL AS "b", "n", "v"
  FROM _total
  UNION ALL
  SELECT g."_level", g."d4", b."_place", b."b", coalesce(c."n", 0) AS "n", CASE WHEN c."_place" IS NULL THEN 0 ELSE c."v" END AS "v"
  FROM (SELECT "d4", 1 AS "_level" FROM _rows GROUP BY 1, 2) AS g
  CROSS JOIN (SELECT 0 AS "_place", CAST($1 AS VARCHAR) AS "b" UNION ALL SELECT 1 AS "_place", CAST($2 AS VARCHAR) AS "b" UNION ALL SELECT 2 AS "_place", CAST($3 AS VARCHAR) AS "b" UNION ALL SELECT 3 AS "_place", NULL AS "b") AS b
  LEFT JOIN _rows AS c ON g."d4" IS NOT DISTINCT FROM c."d4" AND c."_place" = b."_place"
  WHERE b."_place" BETWEEN 1 AND 2 OR c."_place" IS NOT NULL
)
SELECT r."d4", r."b", r."n", r."n_share", r."v"
FROM (SELECT l.*, l."n" / nullif(sum(l."n") OVER (PARTITION BY l."_level", l."d4"), 0) AS "n_share" FROM _levels AS l CROSS JOIN _total AS t) AS r
ORDER BY r."_level", r."d4" ASC NULLS LAST, r."_place" ASC NULLS LAST
LIMIT 100002
