-- $1 = "不足 0"
-- $2 = "0 以上"
WITH _people_all AS (
  SELECT f."cgi" AS "d3", f."cgi" AS "_game", f."player_id" AS "_player"
  FROM "visit" AS f
  WHERE f."visit_date" >= DATE '2026-01-01' AND f."visit_date" < DATE '2026-01-11' AND f."player_id" IS NOT NULL
  GROUP BY 1, 2, 3
),
_values AS (
  SELECT f."cgi" AS "d3", f."cgi" AS "_game", f."player_id" AS "_player", max(f."amount") AS "_value"
  FROM "buy" AS f
  WHERE f."buy_date" >= DATE '2026-01-01' AND f."buy_date" < DATE '2026-01-11' AND f."player_id" IS NOT NULL
  GROUP BY 1, 2, 3
),
_people AS MATERIALIZED (
  SELECT _people_all.*, _values."_value" AS "_value"
  FROM _people_all
  LEFT JOIN _values ON _people_all."d3" IS NOT DISTINCT FROM _values."d3" AND _people_all."_game" IS NOT DISTINCT FROM _values."_game" AND _people_all."_player" = _values."_player"
),
_rows AS MATERIALIZED (
  SELECT "d3", CASE WHEN "_value" IS NULL THEN 2 WHEN "_value" < 0 THEN 0 ELSE 1 END AS "_place", count(*) AS "n", max("_value") AS "v"
  FROM _people
  GROUP BY 1, 2
),
_total AS MATERIALIZED (
  SELECT coalesce(sum("n"), 0) AS "n", max("v") AS "v"
  FROM _rows
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d3", NULL AS "_place", NULL AS "b", "n", "v"
  FROM _total
  UNION ALL
  SELECT g."_level", g."d3", b."_place", b."b", coalesce(c."n", 0) AS "n", c."v" AS "v"
  FROM (SELECT "d3", 1 AS "_level" FROM _rows GROUP BY 1, 2) AS g
  CROSS JOIN (SELECT 0 AS "_place", CAST($1 AS VARCHAR) AS "b" UNION ALL SELECT 1 AS "_place", CAST($2 AS VARCHAR) AS "b" UNION ALL SELECT 2 AS "_place", NULL AS "b") AS b
  LEFT JOIN _rows AS c ON g."d3" IS NOT DISTINCT FROM c."d3" AND c."_place" = b."_place"
  WHERE b."_place" BETWEEN 1 AND 1 OR c."_place" IS NOT NULL
)
SELECT r."d3", r."b", r."n", r."n_share", r."v"
FROM (SELECT l.*, l."n" / nullif(sum(l."n") OVER (PARTITION BY l."_level", l."d3"), 0) AS "n_share" FROM _levels AS l CROSS JOIN _total AS t) AS r
ORDER BY r."_level", r."d3" ASC NULLS LAST, r."_place" ASC NULLS LAST
LIMIT 100002
